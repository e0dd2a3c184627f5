// What a field means for the cost of a query, kept in the `extensions` of its type.

export interface FieldMeaning {
  /** Something is looked up for each parent: so many realms or collections as `first` says, or one object. */
  lookUp?: 'list' | 'single';
  /** The field has the items of the list that it is part of: the `edges` and `nodes` of a connection. */
  isPage?: true;
  /** How many values a list has at most, or as a rule, that is part of its object. */
  size?: number;
}

/** For the configuration of a field. */
export const meaning = (of: FieldMeaning) => ({ extensions: { meaning: of } });
