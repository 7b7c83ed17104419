# The example on SQLite, before it is filled in: sed -i -f sqlite.sed *.cf *.conf
# The file is <<database_folder>>/mail.db; all that read it are in the group <<database_group>>.
s|proxy:pgsql:|proxy:sqlite:|
s|^driver = pgsql|driver = sqlite|
s|^connect = .*|connect = <<database_folder>>/mail.db|
s|^  use = pgsql:|  use = sqlite:|
/^service dict {/a\  extra_groups = <<database_group>>
/^hosts = /d
s|^dbname = .*|dbpath = <<database_folder>>/mail.db|
/^user = /d
/^password = /d
# OpenDKIM joins the two parts of a name, and takes no whole path.
s|dsn:pgsql://.*/<<database>>/|dsn:sqlite3://mail/.db/|
s|^UserID opendkim|UserID opendkim:<<database_group>>\nBaseDirectory <<database_folder>>|
