// Who is calling.

export interface Caller {
  kind: 'anonymous';
}

export const anonymous: Caller = { kind: 'anonymous' };
