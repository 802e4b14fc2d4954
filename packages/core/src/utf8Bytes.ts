const encoder = new TextEncoder()

/** How many bytes a text takes in UTF-8. */
export const utf8Bytes = (text: string): number => encoder.encode(text).length
