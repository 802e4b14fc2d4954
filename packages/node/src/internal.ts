// Entry point for other packages of this repository that run operations in process. Not part of the public API.

import "./checkEffect.js"

export { gatewayCallers, principalCallers } from "./actAs.js"
export type { Run } from "./CallScope.js"
export { localTransport } from "./localTransport.js"
export { unwrapExit } from "./unwrapExit.js"
