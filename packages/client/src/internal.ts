// For who makes a gate: what stands behind an account, and how a call of it ends.

import "./checkEffect.js"

export { account } from "./Account.js"
export { CallScope } from "./CallScope.js"
export { keys } from "./keys.js"
export { inPlainValues, type Run, type Transport, transport } from "./Transport.js"
export { unwrapExit } from "./unwrapExit.js"
