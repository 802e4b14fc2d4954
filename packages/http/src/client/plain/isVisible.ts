/** Whether a header can carry a text as a token: one or more visible ASCII characters. */
export const isVisible = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)
