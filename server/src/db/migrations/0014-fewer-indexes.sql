-- Lists are found in memory. Until that is filled, only small catalogs are listed by statements, which need no order of their own for each way
-- of asking; and every new realm and every counted download had to be put into all of these.

drop index realms_category_newest;
drop index realms_downloads;
drop index realms_stars;
drop index realms_updated;
drop index realms_name;
drop index realms_featured;
