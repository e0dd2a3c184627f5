// What is shown of each starter: two pictures, and the pages of its live preview where it has one.

import type { Page } from 'playwright-core';
import type { Started } from './running.ts';
import { tellCommand, tellRequest, terminalPage } from './terminal-page.ts';
import type { Told } from './terminal-page.ts';

export type Stage = {
  page: Page;
  starter: Started;
  // Takes `screenshots/{name}.png`.
  shoot: (name: string) => Promise<void>;
  // Saves these pages as the preview.
  save: (paths: string[]) => Promise<void>;
};

export const token = 'a-token-for-pictures';

const account = { name: 'Alice', email: 'alice@example.com', password: 'correct horse', teamName: 'Bread & Butter' };
const messages = [
  { name: 'Alice', text: 'Good morning! The kettle is on.' },
  { name: 'Bob', text: 'Coming. Shall I bring bread?' },
  { name: 'Carol', text: 'Yes please, and the good butter.' },
  { name: 'Alice', text: 'The table by the window is free.' },
];

const tell = (page: Page, told: Told[]) => page.setContent(terminalPage(told));
const addressesOf = (page: Page, selector: string) =>
  page.evaluate<string[]>(
    `[...new Set([...document.querySelectorAll(${JSON.stringify(selector)})].map((link) => link.getAttribute('href')))]`,
  );

export const scenes: Record<string, (stage: Stage) => Promise<void>> = {
  async 'saas-starter'({ page, shoot, save }) {
    await page.goto('/');
    await shoot('home');
    await page.goto('/sign-up');
    for (const [name, value] of Object.entries(account)) await page.locator(`main [name=${name}]`).fill(value);
    await page.locator('main button').click();
    for (const project of ['A new oven', 'The summer menu', 'Opening hours']) {
      await page.locator('form[action="/workspace/projects"] [name=name]').fill(project);
      await page.locator('form[action="/workspace/projects"] button').click();
      await page.getByText(project).waitFor();
    }
    await shoot('workspace');
    await save(['/', '/workspace']);
  },

  async storefront({ page, shoot, save }) {
    for (const product of [0, 2, 2]) {
      await page.goto('/');
      await page.locator('.products button').nth(product).click();
      await page.waitForURL('**/cart');
    }
    await shoot('cart');
    await page.goto('/');
    await shoot('shop');
    await save(['/', '/cart', '/checkout']);
  },

  async 'markdown-blog'({ page, shoot, save }) {
    await page.goto('/');
    await shoot('index');
    const posts = await addressesOf(page, 'h2 a');
    const tags = await addressesOf(page, '.tags a');
    await page.goto(posts[1] ?? '/');
    await shoot('post');
    await save(['/', ...posts, ...tags]);
  },

  async 'live-board'({ page, starter, shoot }) {
    for (const message of messages) await tellRequest(starter, 'POST', '/messages', { body: message });
    await page.goto('/');
    await page
      .locator('#messages li')
      .nth(messages.length - 1)
      .waitFor();
    await page.locator('#name').fill('Dave');
    await page.locator('#text').fill('On my way!');
    await shoot('board');
    await page.setViewportSize({ width: 390, height: 780 });
    await shoot('phone');
  },

  async 'rest-api'({ page, starter, shoot }) {
    const created = await tellRequest(starter, 'POST', '/tasks', { body: { title: 'Water the plants' } });
    await tell(page, [created, await tellRequest(starter, 'GET', '/tasks?search=plant&limit=1')]);
    await shoot('requests');
    const refused = await tellRequest(starter, 'POST', '/tasks', { body: { title: '', done: 'perhaps' } });
    await tell(page, [refused, await tellRequest(starter, 'GET', '/tasks/unknown')]);
    await shoot('problems');
  },

  async 'url-shortener'({ page, starter, shoot }) {
    const body = { url: 'https://example.com/a/long/way', code: 'hello' };
    const made = await tellRequest(starter, 'POST', '/api/links', { body, token });
    await tell(page, [made, await tellRequest(starter, 'GET', '/hello')]);
    await shoot('links');
    await tell(page, [await tellRequest(starter, 'GET', '/api/links/hello', { token })]);
    await shoot('visits');
  },

  async 'cli-tool'({ page, starter, shoot }) {
    const jot = (...words: string[]) => tellCommand(starter, 'jot', words);
    await tell(page, [
      await jot('add', 'Call Bob about the boat', '--tag', 'phone'),
      await jot('add', 'Buy bread', '-t', 'home'),
      await jot('list'),
      await jot('list', 'boat', '--json'),
    ]);
    await shoot('notes');
    await tell(page, [await jot('--help'), await jot('lst')]);
    await shoot('help');
  },
};
