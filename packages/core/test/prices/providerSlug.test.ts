import { describe, expect, it } from "@effect/vitest"
import { Provider, ProviderSlug } from "@tollgate/core"
import { Schema } from "effect"
import { providerSlug } from "../../src/prices/read/providerSlug.js"

/** The values of `litellm_provider` in LiteLLM's file of August 2026. */
const liteLlm =
  "ai21 aiml amazon_nova anthropic anyscale apiserpent assemblyai aws_polly azure azure_ai azure_text baseten bedrock bedrock_converse bedrock_mantle black_forest_labs cerebras chatgpt cloudflare codestral cohere cohere_chat crusoe darkbloom dashscope databricks dataforseo deepgram deepinfra deepseek duckduckgo elevenlabs exa_ai fal_ai featherless_ai firecrawl fireworks_ai fireworks_ai-embedding-models friendliai gemini gigachat github_copilot gmi google_pse gradient_ai groq heroku hyperbolic inception jina_ai lambda_ai lemonade libertai linkup llamagate meta meta_llama minimax mistral moonshot morph nebius nlp_cloud novita nscale nvidia_nim oci ollama openai openrouter ovhcloud palm parallel_ai perplexity pinstripes publicai recraft reducto replicate runwayml sagemaker sambanova sarvam scaleway searxng serper snowflake soniox stability tavily tencent tensormesh text-completion-codestral text-completion-inception text-completion-openai tinyfish together_ai v0 vercel_ai_gateway vertex_ai vertex_ai-ai21_models vertex_ai-anthropic_models vertex_ai-deepseek_models vertex_ai-embedding-models vertex_ai-image-models vertex_ai-language-models vertex_ai-llama_models vertex_ai-minimax_models vertex_ai-mistral_models vertex_ai-moonshot_models vertex_ai-openai_models vertex_ai-qwen_models vertex_ai-text-models vertex_ai-video-models vertex_ai-zai_models volcengine voyage wandb watsonx xai you_com zai"

/** The ids of providers in models.dev's file of July 2026. */
const modelsDev =
  "302ai abacus abliteration-ai aihubmix alibaba-cn alibaba-coding-plan-cn alibaba-coding-plan alibaba-token-plan-cn alibaba-token-plan alibaba amazon-bedrock ambient anthropic anyapi atomic-chat auriko azure-cognitive-services azure bailing baseten berget cerebras chutes clarifai claudinio cloudferro-sherlock cloudflare-ai-gateway cloudflare-workers-ai cohere cortecs crof databricks deepinfra deepseek digitalocean dinference drun evroc fastrouter fireworks-ai freemodel friendli frogbot github-copilot github-models gitlab gmicloud google-vertex-anthropic google-vertex google groq helicone hpc-ai huggingface iflowcn inception inceptron inference io-net jiekou kilo kimi-for-coding kuae-cloud-coding-plan lilac llama llmgateway llmtr lmstudio lucidquery meganova merge-gateway minimax-cn-coding-plan minimax-cn minimax-coding-plan minimax mistral mixlayer moark modelscope moonshotai-cn moonshotai morph nano-gpt nearai nebius neon neuralwatt nova novita-ai nvidia ollama-cloud openai opencode-go opencode openrouter orcarouter ovhcloud perplexity-agent perplexity poe poolside privatemode-ai qihang-ai qiniu-ai regolo-ai requesty routing-run sakana sap-ai-core sarvam scaleway siliconflow-cn siliconflow snowflake-cortex stackit stepfun-ai stepfun subconscious submodel synthetic tencent-coding-plan tencent-tokenhub the-grid-ai tinfoil togetherai umans-ai-coding-plan umans-ai upstage v0 venice vercel vivgrid vultr wafer.ai wandb xai xiaomi-token-plan-ams xiaomi-token-plan-cn xiaomi-token-plan-sgp xiaomi xpersona zai-coding-plan zai zeldoc zenmux zhipuai-coding-plan zhipuai"

const slugs = (names: string) => Object.fromEntries(names.split(" ").map((name) => [name, providerSlug(name)]))

describe("The providers of price files", () => {
  for (const [file, names] of Object.entries({ liteLlm, modelsDev })) {
    it(`are all slugs that a hold can name: ${file}`, () => {
      const wrong = Object.entries(slugs(names)).filter(([, slug]) => !Schema.is(ProviderSlug)(slug))
      expect(wrong).toEqual([])
    })
  }

  it("of LiteLLM have the slugs that credentials have, whatever kind of model the name is for", () => {
    const isKnown = Schema.is(Provider)
    const mapped = Object.entries(slugs(liteLlm)).filter(([name, slug]) => name !== slug && isKnown(slug))
    expect(Object.fromEntries(mapped)).toEqual({
      amazon_nova: "amazon-nova",
      azure_ai: "azure",
      azure_text: "azure",
      bedrock: "amazon-bedrock",
      bedrock_converse: "amazon-bedrock",
      bedrock_mantle: "amazon-bedrock",
      black_forest_labs: "black-forest-labs",
      cohere_chat: "cohere",
      dashscope: "alibaba",
      featherless_ai: "featherless",
      fireworks_ai: "fireworks",
      "fireworks_ai-embedding-models": "fireworks",
      friendliai: "friendli",
      gemini: "google-ai-studio",
      gmi: "gmicloud",
      gradient_ai: "digitalocean",
      moonshot: "moonshotai",
      nvidia_nim: "nvidia",
      palm: "google-ai-studio",
      "text-completion-inception": "inception",
      "text-completion-openai": "openai",
      together_ai: "together",
      vertex_ai: "google-vertex",
      "vertex_ai-ai21_models": "google-vertex",
      "vertex_ai-anthropic_models": "google-vertex",
      "vertex_ai-deepseek_models": "google-vertex",
      "vertex_ai-embedding-models": "google-vertex",
      "vertex_ai-image-models": "google-vertex",
      "vertex_ai-language-models": "google-vertex",
      "vertex_ai-llama_models": "google-vertex",
      "vertex_ai-minimax_models": "google-vertex",
      "vertex_ai-mistral_models": "google-vertex",
      "vertex_ai-moonshot_models": "google-vertex",
      "vertex_ai-openai_models": "google-vertex",
      "vertex_ai-qwen_models": "google-vertex",
      "vertex_ai-text-models": "google-vertex",
      "vertex_ai-video-models": "google-vertex",
      "vertex_ai-zai_models": "google-vertex",
      zai: "z-ai"
    })
  })

  it("of models.dev have the slugs that credentials have", () => {
    const isKnown = Schema.is(Provider)
    const mapped = Object.entries(slugs(modelsDev)).filter(([name, slug]) => name !== slug && isKnown(slug))
    expect(Object.fromEntries(mapped)).toEqual({
      "azure-cognitive-services": "azure",
      "cloudflare-workers-ai": "cloudflare",
      "fireworks-ai": "fireworks",
      "google-vertex-anthropic": "google-vertex",
      google: "google-ai-studio",
      inference: "inference-net",
      nova: "amazon-nova",
      "novita-ai": "novita",
      togetherai: "together",
      "wafer.ai": "wafer",
      zai: "z-ai"
    })
  })

  it("that no table knows keep their names, with hyphens", () => {
    expect(["my_own.Server", "ollama", "constructor"].map(providerSlug)).toEqual([
      "my-own-server",
      "ollama",
      "constructor"
    ])
    expect(
      slugs("chatgpt codestral text-completion-codestral vercel_ai_gateway zhipuai zai-coding-plan volcengine")
    ).toEqual({
      chatgpt: "chatgpt",
      codestral: "codestral",
      "text-completion-codestral": "codestral",
      vercel_ai_gateway: "vercel-ai-gateway",
      zhipuai: "zhipuai",
      "zai-coding-plan": "zai-coding-plan",
      volcengine: "volcengine"
    })
  })
})
