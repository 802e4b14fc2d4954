import { propertyOf } from "../base/propertyOf.js"

/** Providers whose name in LangChain differs from that in files of prices. */
const providers: Readonly<Record<string, string>> = { google_genai: "google", google_vertexai: "google-vertex" }

const text = (value: unknown) => (typeof value === "string" ? value : "")

/**
 * The names and the maximum output of a chat model of LangChain: from the parameters that it gives to LangSmith, or from those that
 * `initChatModel` keeps until it makes the model. A text is empty if the model does not state it.
 */
export const identifyModel = (model: unknown) => {
  const of = propertyOf(model, "bound") ?? model
  const getLsParams = propertyOf(of, "getLsParams")
  const stated: unknown = typeof getLsParams === "function" ? getLsParams.call(of, {}) : undefined
  const kept = propertyOf(of, "_defaultConfig")
  const provider = text(propertyOf(kept, "modelProvider") ?? propertyOf(stated, "ls_provider"))
  return {
    modelId: text(propertyOf(stated, "ls_model_name") ?? propertyOf(kept, "model") ?? propertyOf(of, "model")),
    provider: providers[provider] ?? provider,
    maxTokens: propertyOf(stated, "ls_max_tokens") ?? propertyOf(kept, "maxTokens")
  }
}
