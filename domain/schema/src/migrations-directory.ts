/** The directory of the numbered .sql files, for the migrate command, the tests and `gatehouse dev`. */
export const migrationsDirectory = new URL('../migrations/', import.meta.url)
