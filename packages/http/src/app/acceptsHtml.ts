/** Whether a client names HTML among what it accepts, and not to exclude it (RFC 9110, section 12.5.1). */
export const acceptsHtml = (accept: string | undefined): boolean =>
  /\btext\/html\b(?!\s*;\s*q\s*=\s*0(?:\.0*)?\s*(?:,|$))/i.test(accept ?? "")
