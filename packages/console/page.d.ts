/** The console as one HTML document, with its script and style in it. It loads nothing else. */
export declare const html: string
/** The value of the header `Content-Security-Policy` for it: it allows this script and this style, by their hashes. */
export declare const policy: string
