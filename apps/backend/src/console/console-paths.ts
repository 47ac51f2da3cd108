/**
 * Addresses of the console's pages, which are all answered with its index.html. A list and not a catch-all: an unknown
 * path of the API must stay a 404.
 */
export const consolePaths: readonly string[] = [
  '/',
  '/login',
  '/reset',
  '/invitation',
  '/billing',
  '/status',
  '/account',
  '/account/*',
  '/c/*',
  '/admin',
  '/admin/*',
]
