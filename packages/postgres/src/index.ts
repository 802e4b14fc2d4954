import "./checkEffect.js"

export { exportAccounts, importAccounts } from "./accounts.js"
export * from "./address.js"
export { layer, layerOfLostKey, migrate, type PostgresOptions } from "./layer.js"
export { ServerError } from "./ServerError.js"
export { defaults, type Settings } from "./Settings.js"
