// Entry point for other packages of this repository that build an `Account`. Not part of the public API.

import "./checkEffect.js"

export { type Made, TransportAccount } from "./Account.js"
export { CallScope } from "./CallScope.js"
export { connectServer } from "./connectServer.js"
export { gatewayAccount } from "./GatewayAccount.js"
export { loadTracer } from "./hostTracer.js"
export { keys } from "./keys.js"
export { managedRuns } from "./runs.js"
export { inPlainValues, type Run, type Transport, transport } from "./Transport.js"
export { unwrapExit } from "./unwrapExit.js"
