// What a field of a record holds, as the conformance cases state it.
export const text = { $type: "string" }
export const flag = { $type: "boolean" }
export const amount = { $type: "number" }
export const uuid = { $uuid: true }
export const time = { $time: true }
export const texts = { $each: text }
export const allowList = { $nullOr: { $each: text, $max: 100 } }
