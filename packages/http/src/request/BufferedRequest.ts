import type * as Headers from "@effect/platform/Headers"
import * as HttpIncomingMessage from "@effect/platform/HttpIncomingMessage"
import type * as HttpMethod from "@effect/platform/HttpMethod"
import * as HttpServerError from "@effect/platform/HttpServerError"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Multipart from "@effect/platform/Multipart"
import * as Effect from "effect/Effect"
import * as Inspectable from "effect/Inspectable"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { BadRequest } from "../api/WireError.js"
import { type Body, readJsonBody } from "./readJsonBody.js"

/** A request as the server has read it, before its body is parsed. */
export interface RequestParts {
  readonly method: HttpMethod.HttpMethod
  /** Path and query, as sent. */
  readonly url: string
  /** By lower-case name. Repeated headers are joined (RFC 9110, section 5.3). */
  readonly headers: Headers.Headers
  readonly body: Body
  /** The IP address of the client, if known. */
  readonly remoteAddress?: () => string | undefined
}

/** Changes a parsed body, or refuses it. */
type BodyAdapter = (body: unknown) => Effect.Effect<unknown, BadRequest>

const buffered = Symbol.for("@tollgate/http/BufferedRequest")

/** A request whose body has been read. Only JSON is supported: any other way to read it is refused with 415. */
export class BufferedRequest extends Inspectable.Class implements HttpServerRequest.HttpServerRequest {
  readonly [HttpServerRequest.TypeId]: HttpServerRequest.TypeId = HttpServerRequest.TypeId
  readonly [HttpIncomingMessage.TypeId]: HttpIncomingMessage.TypeId = HttpIncomingMessage.TypeId
  readonly [buffered] = true
  readonly source: object
  readonly cookies = {}
  readonly url: string
  readonly headers: Headers.Headers
  private readonly parts: RequestParts
  /** Reads the parsed body; null leaves it as it is. */
  private readonly adapt: BodyAdapter | null

  constructor(parts: RequestParts, url: string, headers = parts.headers, adapt: BodyAdapter | null = null) {
    super()
    this.source = parts
    this.parts = parts
    this.url = url
    this.headers = headers
    this.adapt = adapt
  }

  /** Whether a request is a `BufferedRequest`, also one of another copy of this package, for which `instanceof` is false. */
  static is(request: HttpServerRequest.HttpServerRequest): request is BufferedRequest {
    return buffered in request
  }

  get method() {
    return this.parts.method
  }

  get remoteAddress() {
    return Option.fromNullable(this.parts.remoteAddress?.())
  }

  get originalUrl() {
    return this.parts.url
  }

  modify(options: { readonly url?: string; readonly headers?: Headers.Headers }) {
    return new BufferedRequest(this.parts, options.url ?? this.url, options.headers ?? this.headers, this.adapt)
  }

  /** The same request, whose parsed body is changed or refused by a function. */
  withBody(adapt: BodyAdapter): BufferedRequest {
    return new BufferedRequest(this.parts, this.url, this.headers, adapt)
  }

  /** Whether the request came without a body, whatever its headers say of one. */
  get isBodyEmpty(): boolean {
    const { body } = this.parts
    return body instanceof Uint8Array && body.length === 0
  }

  /** The body as it was sent; empty if it could not be read. */
  get bytes(): Uint8Array {
    const { body } = this.parts
    return body instanceof Uint8Array ? body : new Uint8Array()
  }

  private refused(cause: unknown): HttpServerError.RequestError {
    return new HttpServerError.RequestError({ request: this, reason: "Decode", cause })
  }

  /** Reads the body as a JSON object. Fails with the error that the request is answered with. */
  readJson(): ReturnType<typeof readJsonBody> {
    const body = readJsonBody(this.headers, this.parts.body)
    return this.adapt === null ? body : Effect.flatMap(body, this.adapt)
  }

  get json(): Effect.Effect<unknown, HttpServerError.RequestError> {
    return Effect.mapError(this.readJson(), (cause) => this.refused(cause))
  }

  private get notJson(): Effect.Effect<never, HttpServerError.RequestError> {
    return Effect.flatMap(this.json, () => this.refused(undefined))
  }

  get text() {
    return this.notJson
  }

  get urlParamsBody() {
    return this.notJson
  }

  get arrayBuffer() {
    return this.notJson
  }

  get stream() {
    return Stream.fromEffect(this.notJson)
  }

  get multipart() {
    return Effect.mapError(this.notJson, (cause) => new Multipart.MultipartError({ reason: "Parse", cause }))
  }

  get multipartStream() {
    return Stream.fromEffect(this.multipart)
  }

  get upgrade(): Effect.Effect<never, HttpServerError.RequestError> {
    return Effect.fail(this.refused(undefined))
  }

  toJSON() {
    return { _id: "@tollgate/http/BufferedRequest", method: this.method }
  }
}
