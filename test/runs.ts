import { NIGHTLY } from "./nightly.js"

export const isNightly = process.env[NIGHTLY] === "1"

/** How often something random or expensive is repeated: a small count by day, a large one in `npm run nightly`. */
export const runs = (day: number, night: number): number => (isNightly ? night : day)
