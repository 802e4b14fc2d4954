/** A text as one line of plain characters. A terminal would obey control characters, and marks of direction would reorder the line. */
export const visible = (text: string): string => text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, "?")
