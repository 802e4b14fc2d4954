/** Names of providers in files of prices whose slug has other words. All others differ in their separators at most. */
const known: Readonly<Record<string, string>> = {
  // LiteLLM's `litellm_provider`.
  azure_ai: "azure",
  azure_text: "azure",
  bedrock: "amazon-bedrock",
  bedrock_converse: "amazon-bedrock",
  bedrock_mantle: "amazon-bedrock",
  cohere_chat: "cohere",
  dashscope: "alibaba",
  featherless_ai: "featherless",
  fireworks_ai: "fireworks",
  friendliai: "friendli",
  gemini: "google-ai-studio",
  gmi: "gmicloud",
  gradient_ai: "digitalocean",
  moonshot: "moonshotai",
  nvidia_nim: "nvidia",
  palm: "google-ai-studio",
  together_ai: "together",
  vertex_ai: "google-vertex",
  zai: "z-ai",
  // Ids of models.dev.
  "azure-cognitive-services": "azure",
  "cloudflare-workers-ai": "cloudflare",
  "fireworks-ai": "fireworks",
  google: "google-ai-studio",
  "google-vertex-anthropic": "google-vertex",
  inference: "inference-net",
  nova: "amazon-nova",
  "novita-ai": "novita",
  togetherai: "together",
  "wafer.ai": "wafer"
}

/** LiteLLM names kinds of models with their provider: `vertex_ai-anthropic_models`, `text-completion-openai`. */
const kind = /^text-completion-|(?<=^(?:fireworks|vertex)_ai)-.*$/

/**
 * The slug of a provider by the name that LiteLLM, models.dev or another library has for it, as an import of prices maps it. The name itself, with
 * hyphens for other separators, if it is not known to have another slug.
 *
 * @example
 * import { providerSlug } from "@tollgate/core"
 *
 * const slug = providerSlug("gemini") // google-ai-studio
 */
export const providerSlug = (name: string): string => {
  const plain = name.toLowerCase().replace(kind, "")
  return Object.hasOwn(known, plain) ? (known[plain] ?? plain) : plain.replace(/[^a-z0-9]+/g, "-")
}
