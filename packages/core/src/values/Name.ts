import { text } from "../schema/text.js"

/** A display name: 1 to 255 code points. */
export const Name = text(255)
