const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#api',
  deepLinking: true,
  displayRequestDuration: true,
  // Keys are forgotten when the page is closed.
  persistAuthorization: false,
  requestSnippetsEnabled: true,
  // The default theme shows numbers too dark.
  syntaxHighlight: { activated: true, theme: 'obsidian' },
  tryItOutEnabled: true,
  // By default the description is sent to a validator on the internet.
  validatorUrl: null,
  onComplete() {
    const title = document.querySelector('#api .title')
    if (title) document.title = title.firstChild.textContent
  },
})
