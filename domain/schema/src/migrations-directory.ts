/** Where the numbered .sql files are, for whoever migrates: the command, the tests, `gatehouse dev`. */
export const migrationsDirectory = new URL('../migrations/', import.meta.url)
