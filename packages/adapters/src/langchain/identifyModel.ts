import { propertyOf } from "../base/propertyOf.js"

/** Providers whose name in LangChain differs from that in files of prices. */
const providers: Readonly<Record<string, string>> = { google_genai: "google", google_vertexai: "google-vertex" }

const text = (value: unknown) => (typeof value === "string" ? value : "")

/**
 * What a chat model of LangChain tells of itself: by the parameters that it gives to LangSmith, or as `initChatModel` keeps it, which makes it when
 * it is called. Texts are empty if it does not tell them.
 */
export const toldBy = (model: unknown) => {
  const of = propertyOf(model, "bound") ?? model
  const getLsParams = propertyOf(of, "getLsParams")
  const told: unknown = typeof getLsParams === "function" ? getLsParams.call(of, {}) : undefined
  const kept = propertyOf(of, "_defaultConfig")
  const provider = text(propertyOf(kept, "modelProvider") ?? propertyOf(told, "ls_provider"))
  return {
    modelId: text(propertyOf(told, "ls_model_name") ?? propertyOf(kept, "model") ?? propertyOf(of, "model")),
    provider: providers[provider] ?? provider,
    maxTokens: propertyOf(told, "ls_max_tokens") ?? propertyOf(kept, "maxTokens")
  }
}
