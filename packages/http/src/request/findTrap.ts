import { type InputIssue, InvalidInput } from "@tollgate/core"
import { isExactNumber } from "./isExactNumber.js"

const MAX_DEPTH = 32

const QUOTE = 34
const BACKSLASH = 92

const issue = (expected: string): InputIssue => ({ path: [], expected })

/** The field's name comes from the caller, so a name that looks like a secret is hidden. */
const inexact = (field: string): InputIssue | null => {
  const message = "expected: numbers that a 64-bit float holds without loss"
  return InvalidInput.fromFormatted([{ _tag: "Type", path: [field], message }]).issues[0] ?? null
}

/** The value of a string token. Throws if it is not valid JSON. */
const nameOf = (string: string): unknown => (string.includes("\\") ? JSON.parse(string) : string.slice(1, -1))

/** The index of the quotation mark that ends a string, or of the end of the text. */
const endOfString = (text: string, start: number): number => {
  let i = start + 1
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) return i
    if (code === BACKSLASH) i++
  }
  return i
}

const number = /-?\d[\d.eE+-]*/y

/**
 * Scans JSON once, without recursion, for input that JSON.parse accepts and this service refuses: deep nesting, repeated
 * names, `__proto__`, inexact numbers. Returns the issue of the first one, or null. Invalid JSON is left to JSON.parse.
 */
export const findTrap = (text: string): InputIssue | null => {
  const open: Array<Set<unknown>> = []
  let last = ""
  let field = ""
  for (let i = 0; i < text.length; i++) {
    switch (text[i]) {
      case '"': {
        const end = endOfString(text, i)
        last = text.slice(i, end + 1)
        i = end
        break
      }
      case "{":
      case "[":
        if (open.push(new Set()) > MAX_DEPTH) return issue(`at most ${MAX_DEPTH} levels of nesting`)
        break
      case "}":
      case "]":
        open.pop()
        break
      case ":": {
        const name = nameOf(last)
        const names = open.at(-1)
        last = ""
        if (name === "__proto__") return issue("no field named __proto__")
        if (names?.has(name)) return issue("each field at most once")
        names?.add(name)
        if (open.length === 1) field = String(name)
        break
      }
      default: {
        // Numbers in the top-level fields are amounts and counts, whose schemas round or refuse them.
        if (open.length <= 1) break
        number.lastIndex = i
        const [token] = number.exec(text) ?? []
        if (token === undefined) break
        if (!isExactNumber(token)) return inexact(field)
        i += token.length - 1
      }
    }
  }
  return null
}
