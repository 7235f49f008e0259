"""Files that hold rows, of whatever form, to raw rows: columns as they are headed, values as written."""
