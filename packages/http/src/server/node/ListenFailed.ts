import * as Data from "effect/Data"
import { authority } from "./checkAddress.js"

const reasons: Record<string, string> = {
  EADDRINUSE: "the port is in use",
  EACCES: "this user may not open the port",
  EADDRNOTAVAIL: "this machine has no such address",
  ENOTFOUND: "no such host is known"
}

/** The server could not listen where it was told to. */
export class ListenFailed extends Data.TaggedError("ListenFailed")<{
  readonly host: string
  readonly port: number
  readonly code: string
}> {
  override get message(): string {
    return `Cannot listen on ${authority(this.host, this.port)}: ${reasons[this.code] ?? this.code}.`
  }
}
