// Conversions of providers' usage objects into `Usage`, one per form.

export { aiSdk } from "./usage/aiSdk.js"
export { anthropic } from "./usage/anthropic.js"
export { gemini } from "./usage/gemini.js"
export { openAiChat } from "./usage/openAiChat.js"
export { openAiResponses } from "./usage/openAiResponses.js"
export { openTelemetry } from "./usage/openTelemetry.js"
export { UsageMismatch } from "./usage/UsageMismatch.js"
