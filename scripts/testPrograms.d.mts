export declare const bundlePrograms: (
  entryPoints: ReadonlyArray<string>,
  outdir: string,
  outbase?: string
) => Promise<unknown>
export declare const preparedProgram: (program: string) => string | undefined
export declare const prepareTestPrograms: () => Promise<void>
