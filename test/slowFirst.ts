import { BaseSequencer, type TestSpecification } from "vitest/node"

/** The files that take longest. A worker that began one of them last would keep the run waiting while the others are idle. */
const slowest = [
  "packages/cli/test/conformance.test.ts",
  "packages/postgres/test/stores.test.ts",
  "packages/sqlite/test/stores.test.ts",
  "examples/documents.test.ts",
  "packages/cli/test/canary.test.ts",
  "packages/cli/test/postgres.test.ts",
  "packages/cli/test/crash.test.ts",
  "packages/cli/test/tenancy.test.ts",
  "examples/gateway.test.ts",
  "packages/postgres/test/admissionRaces.test.ts",
  "packages/cli/test/accounts.test.ts",
  "packages/cli/test/serve.test.ts",
  "packages/cli/test/readers.test.ts",
  "packages/postgres/test/migrate.test.ts",
  "packages/cli/test/server-races.test.ts"
]

/** Vitest knows how long a file took only where it has run before. Elsewhere it begins with the largest files, which are others. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const at = slowest.findIndex((file) => moduleId.endsWith(file))
      return at < 0 ? slowest.length : at
    }
    return sorted.sort((one, other) => rank(one) - rank(other))
  }
}
