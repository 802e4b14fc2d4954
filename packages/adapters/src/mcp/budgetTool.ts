import { toWire } from "@tollgate/node"
import { checkBudget } from "../base/Budget.js"
import { propertyOf } from "../base/propertyOf.js"
import { refusalIn } from "../base/refusalIn.js"
import { payTool, type ToolBudget, toolOptions } from "../base/ToolBudget.js"

/** What a handler of the MCP SDK is given beside its arguments. */
interface Extra {
  readonly signal?: AbortSignal
  readonly authInfo?: unknown
}

/** A budget on a tool of an MCP server. */
export interface McpToolBudget<I extends ReadonlyArray<unknown>, A> extends Omit<ToolBudget, "key"> {
  /** The API key that pays, or a function that returns it, called for each call with what the SDK states beside the arguments, such as `authInfo`. */
  readonly key: string | ((extra: LastOf<I>) => string | PromiseLike<string>)
  /** The tool in the price book, such as `tool:acme/search`. */
  readonly model: string
  /** The characters that are paid for, with `unit: "characters"`. @default those of the text of the result */
  readonly characters?: ((result: A, ...input: I) => number) | undefined
}

type LastOf<I extends ReadonlyArray<unknown>> = I extends readonly [...ReadonlyArray<unknown>, infer L] ? L : unknown

type Result = { readonly content?: unknown }

/** The result of a call that Tollgate refuses. */
type Refused = {
  isError: true
  content: Array<{ type: "text"; text: string }>
  _meta: Record<string, unknown>
}

/**
 * The handler of a tool of an MCP server, for `registerTool`: each call is a request within a hold, by the price of the tool in the price book.
 * A refusal of Tollgate is a result with `isError`, whose text says what is left, as does `_meta["tollgate/refusal"]`. The handler is not
 * called then. What it throws is thrown.
 *
 * @throws {TypeError} if `spending`, `key` or `model` is missing.
 */
export const budgetTool = <I extends ReadonlyArray<unknown>, A extends Result>(
  options: McpToolBudget<I, A>,
  handler: (...input: I) => A | PromiseLike<A>
) => {
  const { characters = (result: A) => charactersOf(propertyOf(result, "content")), key, model } = options
  if (typeof model !== "string" || model === "") {
    throw new TypeError("budgetTool needs `model`: pass the tool in the price book, such as `tool:acme/search`.")
  }
  const budgetFor = (extra: unknown) => ({
    ...options,
    // What the SDK passes last is what the function is written for.
    ...checkBudget("budgetTool", { ...options, key: typeof key === "function" ? () => key(extra as LastOf<I>) : key }, [
      ...toolOptions,
      "characters"
    ])
  })
  budgetFor(undefined)
  return async (...input: I): Promise<A | Refused> => {
    const extra = input.at(-1) as Extra | undefined // the SDK passes it last, with or without arguments before
    let isCalled = false
    const send = async () => {
      isCalled = true
      return handler(...input)
    }
    const call = { model, send, characters: (result: A) => characters(result, ...input), signal: extra?.signal }
    try {
      return await payTool<A>(budgetFor(extra), call)
    } catch (error) {
      const refusal = isCalled ? undefined : refusalIn(error)
      if (refusal === undefined) throw error
      return refused(refusal, error)
    }
  }
}

const refused = (refusal: unknown, error: unknown): Refused => {
  const { details, message } = toWire(refusal, "openai").body.error
  // An error around a refusal says what to change.
  const text = error instanceof Error && error !== refusal ? error.message : String(message)
  return {
    isError: true,
    content: [{ type: "text", text }],
    _meta: { "tollgate/refusal": details }
  }
}

/** The characters of the texts of a result, also of those of resources in it. */
const charactersOf = (content: unknown): number =>
  (Array.isArray(content) ? content : []).reduce((sum: number, part) => {
    const text = propertyOf(part, "text") ?? propertyOf(propertyOf(part, "resource"), "text")
    return sum + (typeof text === "string" ? text.length : 0)
  }, 0)
