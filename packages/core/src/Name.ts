import { text } from "./text.js"

/** A name that people read: 1 to 255 code points. */
export const Name = text(255)
