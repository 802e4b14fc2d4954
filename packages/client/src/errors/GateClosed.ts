import { tagged } from "./tagged.js"

/** `close` was called before this call, or while the call waited for open holds to end. */
export class GateClosed extends tagged("GateClosed") {
  constructor() {
    super({})
  }
  /** HTTP status of what a closed gate answers. */
  get status() {
    return 503 as const
  }
  override get message(): string {
    return "close() was called before this call, or while it waited for open holds to end."
  }
}
