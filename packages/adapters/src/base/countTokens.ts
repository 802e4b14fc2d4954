/** Bytes of a token of text, of which few texts have fewer on average. */
const BYTES = 3

/** What a file counts. Providers charge hundreds to some thousand tokens for an image. */
const FILE_TOKENS = 2_000

/** The parts of messages that are files, as the frameworks name them, and the fields that have their bytes or address. */
const fileTypes = /^(input_)?(audio|file|image|media|video)([-_]|$)/
const fileFields = new Set(["audio", "data", "file", "file_data", "image", "image_url", "input_audio", "url"])

/** A bound of the output tokens of a text. */
export const textTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES)

/** A bound of the tokens of messages and tools in the form of a framework, or of an answer. A file counts 2,000, whatever its size. */
export const tokensOf = (...messages: ReadonlyArray<unknown>): number => {
  let files = 0
  const withoutFiles = function (this: unknown, name: string, value: unknown): unknown {
    const isFile =
      ArrayBuffer.isView(value) || (fileFields.has(name) && typeIs(fileTypes, this) && !typeIs(/^text$/, value))
    if (isFile) files += 1
    return isFile ? undefined : value
  }
  return textTokens(JSON.stringify(messages, withoutFiles)) + files * FILE_TOKENS
}

/** Whether an object is of a type. */
const typeIs = (types: RegExp, value: unknown): boolean =>
  typeof value === "object" && value !== null && "type" in value && types.test(String(value.type))
