import { expected } from "../schema/expected.js"
import { Slug } from "./Slug.js"

/**
 * Slug of a provider that requests go to, such as `openai`, or of a server of one's own, such as `vllm-eu`: 1 to 50 lowercase letters and
 * digits in groups joined by single hyphens. Compared exactly.
 */
export const ProviderSlug = Slug.pipe(
  expected("the slug of a provider: 1 to 50 lowercase letters and digits, in groups joined by single hyphens")
)
