import * as Data from "effect/Data"

const sentences = {
  url: "--url must be the address of a server, such as https://tollgate.example.",
  key: "--url needs an API key in TOLLGATE_KEY.",
  both: "--url cannot be combined with --database, --master-key or --organization: the server has the database, and the key names the organization.",
  organization:
    "--organization cannot be combined with the key in TOLLGATE_KEY, which names the organization. Leave one of them out."
} as const

/** The flags do not name one account. */
export class AccountUnclear extends Data.TaggedError("AccountUnclear")<{ readonly why: keyof typeof sentences }> {
  override get message(): string {
    return sentences[this.why]
  }
}

/** The server, or the database, does not let the caller in. The sentence says what to correct. */
export class AccountRefused extends Data.TaggedError("AccountRefused")<{ readonly why: string }> {
  override get message(): string {
    return this.why
  }
}
