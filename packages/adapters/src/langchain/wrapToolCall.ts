import { checkBudget } from "../base/Budget.js"
import { propertyOf } from "../base/propertyOf.js"
import { payTool, type ToolBudget, toolOptions } from "../base/ToolBudget.js"

/** A budget on the tools of an agent. */
export interface AgentToolBudget extends ToolBudget {
  /** The tool in the price book, by its name. @default `tool:` and the name */
  readonly model?: ((name: string) => string) | undefined
}

interface Call {
  readonly toolCall: { readonly name: string }
  readonly runtime?: unknown
}

/**
 * `wrapToolCall` of LangChain's `createMiddleware`. Each call of a tool is a request within a hold, by the price of the tool in the price book.
 * A refusal of Tollgate is thrown before the tool is called, and ends the agent: `refusalIn(error)` finds it.
 *
 * @throws {TypeError} if `spending` or `key` is missing. Calls reject so if the tool has no price, unless `unpriced` is `free`.
 */
export const wrapToolCall = (options: AgentToolBudget) => {
  const checked = { ...options, ...checkBudget("wrapToolCall", options, toolOptions) }
  const { model = (name) => `tool:${name}` } = options
  return async <R extends Call, A>(request: R, handler: (request: R) => A | PromiseLike<A>): Promise<A> => {
    const signal = propertyOf(request.runtime, "signal")
    return payTool<A>(checked, {
      model: model(request.toolCall.name),
      send: async () => handler(request),
      characters: (message) => textOf(propertyOf(message, "content")).length,
      signal: signal instanceof AbortSignal ? signal : undefined
    })
  }
}

const textOf = (content: unknown) => (typeof content === "string" ? content : JSON.stringify(content ?? ""))
