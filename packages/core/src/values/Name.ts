import { text } from "../schema/text.js"

/** A name that people read: 1 to 255 code points. */
export const Name = text(255)
