// For who makes a gate: what stands behind an account, and how a call of it ends.
export { account } from "./Account.js"
export { type Door, door, inPlainValues, type Run } from "./Door.js"
export type { LocalDoor } from "./LocalDoor.js"
export { onAbort } from "./onAbort.js"
export { settle } from "./settle.js"
