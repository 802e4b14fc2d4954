// For who makes a gate: what stands behind an account, and how a call of it ends.

import "./checkEffect.js"

export { account } from "./Account.js"
export { Calls } from "./Calls.js"
export { type Door, door, inPlainValues, type Run } from "./Door.js"
export { keys } from "./keys.js"
export { settle } from "./settle.js"
