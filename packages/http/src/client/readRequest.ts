import { InvalidInput } from "@tollgate/core/models"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import type { Operation } from "../api/Operation.js"
import { readSegments } from "./readSegments.js"

/** A request as a caller wrote it. */
export interface Given {
  readonly path?: Readonly<Record<string, unknown>>
  readonly urlParams?: Readonly<Record<string, unknown>>
  readonly payload?: unknown
}

const reader = (schema: Option.Option<Schema.Schema<never, unknown>>) => {
  if (Option.isNone(schema)) return () => Effect.succeed(undefined)
  const decode = Schema.decodeUnknown(schema.value)
  return (given: unknown) => Effect.mapError(decode(given), InvalidInput.fromParseError)
}

/** Reads a request as strictly as the server does, so that what it would refuse for its form is never sent. */
export const readRequest = (operation: Operation) => {
  const { endpoint } = operation
  const segments = readSegments(operation)
  const readPayload = reader(endpoint.payloadSchema)
  const readQuery = reader(endpoint.urlParamsSchema)
  return ({ path, payload, urlParams }: Given) =>
    Effect.all({
      path: segments(path ?? {}),
      urlParams: readQuery(
        Record.map(
          Record.filter(urlParams ?? {}, (value) => value !== undefined),
          String
        )
      ),
      payload: readPayload(payload)
    })
}
