import * as HttpServerResponse from "@effect/platform/HttpServerResponse"

/** An answer in JSON. Its body stays text: whoever writes it sends head and body as one, and bytes are made once. */
export const jsonAnswer = (
  status: number,
  value: unknown,
  headers?: Readonly<Record<string, string>>
): HttpServerResponse.HttpServerResponse => {
  const text = JSON.stringify(value)
  const contentLength = Buffer.byteLength(text)
  return HttpServerResponse.raw(text, { status, headers, contentType: "application/json", contentLength })
}
