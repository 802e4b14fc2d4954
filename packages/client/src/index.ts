export * from "#refusals"
export * from "./api.js"
