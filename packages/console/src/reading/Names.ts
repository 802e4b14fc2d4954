import type { Account, ApiKey, Workspace } from "@tollgate/client"
import { KeyNotFound } from "@tollgate/client"
import { type Store, store } from "../store.js"

/** Names of keys and workspaces, of which answers have only ids. They are read once, when they are first shown. */
export class Names {
  readonly #account: Account
  readonly #keys = new Map<string, string | null>()
  readonly #asked: Array<string> = []
  readonly #workspaces = new Map<string, Workspace>()
  #isAsking = false
  #hasWorkspaces = false

  /** Rises with each name that is learned. */
  readonly version: Store<number> = store(0)

  constructor(account: Account) {
    this.#account = account
  }

  /** The name of a key; null if it was deleted, undefined while it is not known. */
  key(hash: string): string | null | undefined {
    const name = this.#keys.get(hash)
    if (name === undefined && !this.#asked.includes(hash)) {
      this.#asked.push(hash)
      void this.#ask()
    }
    return name
  }

  /** The workspaces, in the order of their list, as far as they are read. */
  workspaces(): ReadonlyArray<Workspace> {
    if (!this.#hasWorkspaces) {
      this.#hasWorkspaces = true
      void this.readWorkspaces().catch(() => {
        this.#hasWorkspaces = false
      })
    }
    return [...this.#workspaces.values()]
  }

  workspace(id: string): string | undefined {
    return this.workspaces().find((workspace) => workspace.id === id)?.name
  }

  /** Stores the names of keys that another reading returned. */
  learn(keys: ReadonlyArray<Pick<ApiKey, "hash" | "name">>): void {
    const fresh = keys.filter(({ hash, name }) => this.#keys.get(hash) !== name)
    for (const { hash, name } of fresh) this.#keys.set(hash, name)
    if (fresh.length > 0) this.#changed()
  }

  async readWorkspaces(): Promise<void> {
    for (let offset = 0; ; offset += 100) {
      const { data, total_count } = await this.#account.workspaces.list({ limit: 100, offset })
      for (const workspace of data) this.#workspaces.set(workspace.id, workspace)
      if (offset + 100 >= total_count || data.length === 0) break
    }
    this.#changed()
  }

  #changed(): void {
    this.version.set(this.version.get() + 1)
  }

  /** One look-up at a time: a page of 50 requests may have 50 keys. */
  async #ask(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    if (this.#keys.size === 0)
      await this.#account.keys.list({ limit: 100 }).then(({ data }) => this.learn(data), ignore)
    for (let hash = this.#asked.shift(); hash !== undefined; hash = this.#asked.shift()) {
      if (!this.#keys.has(hash)) await this.#find(hash)
    }
    this.#isAsking = false
  }

  async #find(hash: string): Promise<void> {
    try {
      this.learn([await this.#account.keys.get(hash)])
    } catch (failure) {
      if (!(failure instanceof KeyNotFound)) return
      this.#keys.set(hash, null)
      this.#changed()
    }
  }
}

/** The screen that shows the names reports failures of its own reading. */
const ignore = () => undefined
