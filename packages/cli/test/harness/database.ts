import { type OtherProgram, openOther } from "../../../sqlite/test/support/otherProgram.mjs"

/** Opens a database file as another program does, beside the servers that have it open. */
export const withDatabase = <A>(file: string, use: (database: OtherProgram) => A): A => {
  const database = openOther(file)
  try {
    return use(database)
  } finally {
    database.close()
  }
}
