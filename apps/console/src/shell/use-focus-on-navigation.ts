import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { productName } from '../words/en/pages.ts'

/** Sets the title of the window, and after a navigation moves the focus to the new page's h1, as a page load would. */
export function useFocusOnNavigation(title: string | undefined): void {
  const router = useRouter()
  useEffect(() => {
    document.title = title === undefined ? productName : `${title} · ${productName}`
  }, [title])
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (fromLocation === undefined || fromLocation.pathname === toLocation.pathname) return
        document.querySelector<HTMLElement>('h1')?.focus()
      }),
    [router],
  )
}
