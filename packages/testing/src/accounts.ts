// Entry point without HTTP: accounts in memory, builders, arbitraries and the clock.
import "./checkEffect.js"

export * from "./byok.js"
export * from "./clock.js"
export * from "./guardrails.js"
export * from "./images.js"
export * from "./instant.js"
export * from "./keys.js"
export * from "./oauth.js"
export * from "./organizations.js"
export * from "./presets.js"
export * as TestAccount from "./TestAccount.js"
export * from "./workspaces.js"
