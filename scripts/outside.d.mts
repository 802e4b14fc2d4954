export declare const outsideFolders: (names?: ReadonlyArray<string>) => ReadonlyArray<string>
export declare const installOutside: (folder: string) => Promise<void>
export declare const isInstalled: (folder: string) => boolean
