// What a team can have, and what it costs.

export const plans = {
  free: {
    name: 'Free',
    price: '€0',
    projects: 3,
    promise: 'For trying things out: three projects, any number of people.',
  },
  team: { name: 'Team', price: '€12', projects: 50, promise: 'For daily work: fifty projects, any number of people.' },
  studio: {
    name: 'Studio',
    price: '€48',
    projects: Infinity,
    promise: 'For many clients: as many projects as you like.',
  },
};
