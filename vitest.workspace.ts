/** The test projects: each folder has a `vitest.config.ts` that gives the project its name and its files. */
export default ["packages/*", "examples"]
