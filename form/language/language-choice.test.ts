import { beforeEach, expect, test } from 'vitest'
import { keepChoice, languageChoice } from './language-choice.ts'

beforeEach(() => {
  localStorage.clear()
  window.history.replaceState(null, '', '/form/demo')
})

test('English where nothing else is known', () => {
  expect(languageChoice('', [])).toEqual({ language: 'en', chosen: false })
  expect(languageChoice('', ['fr-FR', 'de'])).toEqual({ language: 'en', chosen: false })
})

test('what the browser prefers is no choice of the applicant’s', () => {
  expect(languageChoice('', ['fr', 'es-MX', 'ru'])).toEqual({ language: 'es', chosen: false })
})

test('the address counts before an earlier choice, and that before the browser', () => {
  expect(languageChoice('?lang=ru', ['es'])).toEqual({ language: 'ru', chosen: true })
  keepChoice('en')
  expect(languageChoice('', ['es'])).toEqual({ language: 'en', chosen: true })
  expect(languageChoice('?lang=es-US', ['ru'])).toEqual({ language: 'es', chosen: true })
  expect(languageChoice('?lang=fr', ['ru'])).toEqual({ language: 'en', chosen: true })
})

test('a choice outlives a reload of an address that names another language', () => {
  window.history.replaceState(null, '', '/form/demo?lang=ru&x=1')
  keepChoice('es')
  expect(window.location.search).toBe('?lang=es&x=1')
  window.history.replaceState(null, '', '/form/demo')
  keepChoice('ru')
  expect(window.location.search).toBe('')
})
