// Entry point for other packages of this repository that build an `Account`. Not part of the public API.

export { type Operations, operations } from "#operations"
export { type Made, TransportAccount } from "./Account.js"
export { gatewayAccount } from "./GatewayAccount.js"
export { onAbort } from "./onAbort.js"
export { managedRuns } from "./runs.js"
export type { OperationName, Request, Transport } from "./Transport.js"
