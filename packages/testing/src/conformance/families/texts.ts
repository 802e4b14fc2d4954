import type { Field } from "../Change.js"
import { badRequest } from "../Expectation.js"
import { setting } from "../Given.js"
import { all, type Family } from "../Subject.js"
import { choices } from "./choices.js"
import { nameOf, wrongTypes } from "./fields.js"

const astral = "\u{1f511}"

/** Invalid texts, as JSON. */
const bad = (most: number): Readonly<Record<string, string>> => ({
  NUL: '"a\\u0000b"',
  newline: '"a\\nb"',
  "a newline at the end": '"a\\n"',
  "carriage return": '"a\\rb"',
  tab: '"a\\tb"',
  "escape character": '"a\\u001bb"',
  delete: '"a\\u007fb"',
  "C1 control": '"a\\u0085b"',
  "left-to-right override": '"a\\u202db"',
  "right-to-left override": '"a\\u202egnp.exe"',
  "right-to-left isolate": '"a\\u2067b"',
  "right-to-left mark": '"a\\u200fb"',
  "arabic letter mark": '"a\\u061cb"',
  "lone high surrogate": '"\\ud800"',
  "lone low surrogate": '"a\\udc00b"',
  "surrogates in the wrong order": '"a\\udc00\\ud800b"',
  [`${most + 1} letters`]: `"${"a".repeat(most + 1)}"`,
  [`${most + 45} letters`]: `"${"a".repeat(most + 45)}"`,
  [`${most + 1} code points beyond the basic plane`]: `"${astral.repeat(most + 1)}"`
})

/** Valid texts, which are stored unchanged, as JSON. */
const good = (most: number): Readonly<Record<string, string>> => ({
  "one letter": '"a"',
  [`${most} letters`]: `"${"a".repeat(most)}"`,
  [`${most} code points beyond the basic plane`]: `"${astral.repeat(most)}"`,
  "spaces kept": '" a "',
  "SQL kept": '"\'; DROP TABLE keys; --"',
  "HTML kept": '"<script>alert(1)</script>"',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a server must not take this for a template either.
  template: '"${7*7} {{7*7}}"',
  "text null": '"null"',
  "backslash and quote": '"\\\\\\""',
  "emoji and combining marks": '"\\ud83d\\udd11 cle\\u0301"',
  "zero-width joiner": '"\\ud83d\\udc68\\u200d\\ud83d\\udc69"',
  "right-to-left letters": '"\\u05d0\\u05d1"',
  "decomposed and composed differ": '"e\\u0301 \\u00e9"'
})

/** A text of 1 to 255 code points, or up to the given number, without control characters. Anything else is refused. */
export const badTexts =
  (field: Field, most = 255): Family =>
  ({ refuses }) =>
    Object.entries(bad(most)).map(([name, value]) =>
      refuses(`${nameOf(field)}: ${name}`, setting(field, value), badRequest)
    )

/** A text that is stored as it was sent. */
export const texts =
  (field: Field, most = 255): Family =>
  (subject) => {
    const stored = Object.entries(good(most)).map(([name, sent]) => {
      const value: unknown = JSON.parse(sent)
      return subject.keeps(`${nameOf(field)}: ${name}`, setting(field, sent), ({ shows }) =>
        shows({ [nameOf(field)]: value })
      )
    })
    return [...badTexts(field, most)(subject), ...stored]
  }

/** A text, and no other type. */
export const text = (field: Field, most?: number): Family => all(texts(field, most), wrongTypes(field, '"x"', '"null"'))

/** A text or null. */
export const textOrNull = (field: Field, most?: number): Family =>
  all(texts(field, most), choices(field, "null"), wrongTypes(field, '"x"', '"null"', "null"))
